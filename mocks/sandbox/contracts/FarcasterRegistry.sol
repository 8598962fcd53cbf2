// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// What clients of Farcaster read of its IdRegistry and its KeyRegistry. Anybody may write it: it is for a chain of one's own.
contract FarcasterRegistry {
    struct KeyData {
        /// 1 where the key was added.
        uint8 state;
        /// 2 where it is an address that may sign in.
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
