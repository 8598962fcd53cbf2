// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// The parts of Farcaster's IdRegistry and KeyRegistry that clients read. Anyone may write to it: it is for private chains only.
contract FarcasterRegistry {
    struct KeyData {
        /// 1 if the key was added.
        uint8 state;
        /// 2 if it is an address that may sign in.
        uint32 keyType;
    }

    mapping(address custody => uint256 fid) public idOf;
    mapping(uint256 fid => mapping(bytes key => KeyData)) private keys;

    function register(address custody, uint256 fid) external {
        idOf[custody] = fid;
    }

    function addAuthAddress(uint256 fid, address added) external {
        keys[fid][abi.encode(added)] = KeyData(1, 2);
    }

    function keyDataOf(uint256 fid, bytes calldata key) external view returns (KeyData memory) {
        return keys[fid][key];
    }
}
