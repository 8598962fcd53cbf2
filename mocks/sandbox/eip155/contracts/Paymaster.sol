// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// The operation that the EntryPoint passes (ERC-4337, EntryPoint 0.7).
struct PackedUserOperation {
    address sender;
    uint256 nonce;
    bytes initCode;
    bytes callData;
    bytes32 accountGasLimits;
    uint256 preVerificationGas;
    bytes32 gasFees;
    bytes paymasterAndData;
    bytes signature;
}

interface IDeposits {
    function withdrawTo(address payable receiver, uint256 amount) external;
}

/// Pays for operations that its signer has signed. A signature covers one unchanged operation on this chain and expires.
contract Paymaster {
    uint256 private constant SIGNATURE_FAILED = 1;
    /// `paymasterAndData`: this address, two gas limits of 16 bytes, the expiry in seconds (6 bytes), a signature (65 bytes).
    uint256 private constant LIMITS = 20;
    uint256 private constant UNTIL = 52;
    uint256 private constant SIGNATURE = 58;
    uint256 private constant END = 123;

    address public immutable signer;
    address public immutable entryPoint;

    error NotAllowed();
    error NotValid();

    constructor(address signer_, address entryPoint_) {
        signer = signer_;
        entryPoint = entryPoint_;
    }

    function validatePaymasterUserOp(PackedUserOperation calldata operation, bytes32, uint256)
        external
        view
        returns (bytes memory context, uint256 validation)
    {
        if (msg.sender != entryPoint) revert NotAllowed();
        bytes calldata data = operation.paymasterAndData;
        if (data.length != END) revert NotValid();
        uint256 until = uint48(bytes6(data[UNTIL:SIGNATURE]));
        bytes32 r = bytes32(data[SIGNATURE:SIGNATURE + 32]);
        bytes32 s = bytes32(data[SIGNATURE + 32:SIGNATURE + 64]);
        bool signed = ecrecover(hashOf(operation), uint8(data[END - 1]), r, s) == signer;
        return ("", (signed ? 0 : SIGNATURE_FAILED) | (until << 160));
    }

    /// The signed hash: all of an operation except its account's signature, with this paymaster and chain.
    function hashOf(PackedUserOperation calldata operation) public view returns (bytes32) {
        return keccak256(
            abi.encode(
                operation.sender,
                operation.nonce,
                keccak256(operation.initCode),
                keccak256(operation.callData),
                operation.accountGasLimits,
                operation.preVerificationGas,
                operation.gasFees,
                keccak256(operation.paymasterAndData[LIMITS:SIGNATURE]),
                block.chainid,
                address(this)
            )
        );
    }

    /// Withdraws an amount of the deposit to the signer.
    function withdraw(uint256 amount) external {
        if (msg.sender != signer) revert NotAllowed();
        IDeposits(entryPoint).withdrawTo(payable(signer), amount);
    }
}
