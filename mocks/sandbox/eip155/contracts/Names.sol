// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// Names and their addresses, with the part of ENS's universal resolver that clients use to resolve addresses
/// (ENSIP-10, ENSIP-11). A name belongs to the first account that sets it. Names are in DNS wire format.
contract Names {
    error NotOwner();
    error OtherName();
    error UnknownQuestion(bytes4 selector);

    mapping(bytes32 node => address) public owner;
    mapping(bytes32 node => mapping(uint256 coinType => bytes)) private addresses;

    function set(bytes calldata name, uint256 coinType, bytes calldata value) external {
        bytes32 node = nodeOf(name, 0);
        if (owner[node] == address(0)) owner[node] = msg.sender;
        if (owner[node] != msg.sender) revert NotOwner();
        addresses[node][coinType] = value;
    }

    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata)
        external
        view
        returns (bytes memory, address)
    {
        // addr(bytes32,uint256)
        if (bytes4(data[:4]) != 0xf1cb7e06) revert UnknownQuestion(bytes4(data[:4]));
        (bytes32 node, uint256 coinType) = abi.decode(data[4:], (bytes32, uint256));
        if (node != nodeOf(name, 0)) revert OtherName();
        return (abi.encode(addresses[node][coinType]), address(this));
    }

    /// The hash of a name (ENSIP-1), from the label at this offset.
    function nodeOf(bytes calldata name, uint256 from) private pure returns (bytes32) {
        uint256 length = uint8(name[from]);
        if (length == 0) return 0;
        uint256 end = from + 1 + length;
        return keccak256(abi.encodePacked(nodeOf(name, end), keccak256(name[from + 1:end])));
    }
}
